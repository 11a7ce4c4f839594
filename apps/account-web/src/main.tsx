import { render } from 'preact';
import { App } from './app.tsx';
import { watchSession } from './session.ts';

watchSession();
render(<App />, document.getElementById('app')!);
