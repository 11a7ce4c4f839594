import { defineConfig } from 'vite';

export default defineConfig({
  base: '/account/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The page's policy allows no inline script or style, so nothing may be put into the HTML.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
});
