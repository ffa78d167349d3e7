import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2022',
    // Everything is a file of its own: the page's policy takes no code and no style from within it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // three.js has about 700.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // three.js by itself: it changes seldom, and what we wrote can be weighed.
        codeSplitting: { groups: [{ name: 'three', test: /node_modules[\\/]three/ }] },
      },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { proxy: { '/session': { target: 'ws://127.0.0.1:7727', ws: true, changeOrigin: true, rewriteWsOrigin: true } } },
});
