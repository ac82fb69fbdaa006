import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { askedAgain } from '../kit/code.build.ts'
import { compressed } from '../kit/compressed.build.ts'
import { filesByNeed } from './chunks.build.ts'
import { firstPaint } from './first.build.ts'
import { quickToRead } from './read.build.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3300'}`

/** The worker that opens the app offline contains the list of the build's files. */
function workerOfBuild(): Plugin {
  return {
    name: 'worker-of-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const buildFiles = Object.keys(bundle).filter((name) => /\.(js|css|woff2|json)$/.test(name))
        const source = await readFile(join(import.meta.dirname, 'worker.js'), 'utf8')
        const files = JSON.stringify(buildFiles.sort())
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: source.replace("['__FILES__']", files) })
      },
    },
  }
}

const config: UserConfig = {
  base: './',
  plugins: [react(), askedAgain(), quickToRead(), firstPaint(), workerOfBuild(), compressed()],
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
    rolldownOptions: {
      output: {
        // The first file names all others: a letter less of each hash is 0.2 KB of a first visit, and so is each name
        // without the role of its source file.
        chunkFileNames: ({ name }) => `assets/${name.replace(/\.(module|contract|rules)$/, '')}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [{ name: filesByNeed(), debugName: 'by need', includeDependenciesRecursively: false }],
        },
      },
    },
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
