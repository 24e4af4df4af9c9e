import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The first that know `light-dark()`: what stands in for it elsewhere needs more than these style sheets.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The server's policy forbids inline scripts and data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': process.env.NONET_URL ?? 'http://127.0.0.1:3000' } },
});
