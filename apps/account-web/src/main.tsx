import { render } from 'preact';
import { App } from './app.tsx';
import { applyAppearance } from './appearance.ts';
import { watchSession } from './session.ts';

applyAppearance();
watchSession();
render(<App />, document.getElementById('app')!);
