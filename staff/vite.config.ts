import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { askedAgain } from '../kit/code.build.ts'
import { compressed } from '../kit/compressed.build.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3300'}`

const config: UserConfig = {
  base: './',
  plugins: [react(), askedAgain(), compressed()],
  // Every room is resolved to its sources.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production', 'import', 'default'],
    alias: [{ find: /^@lonja\/kit\/(.+)$/, replacement: `${import.meta.dirname}/../kit/src/$1` }],
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy forbids inline scripts and data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: server }, '/stream': { target: server, ws: true } },
  },
}

export default defineConfig(({ command }) => {
  // The build is always a production build, whatever the environment says.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return config
})
