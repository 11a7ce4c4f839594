// What the build makes elements by.
export { Fragment, h } from 'preact';
