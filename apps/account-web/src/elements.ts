// JSX factory of the build.
export { Fragment, h } from 'preact';
