import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The rooms are read from their sources.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production', 'import', 'default'],
    alias: [{ find: /^@lonja\/kit\/(.+)$/, replacement: `${import.meta.dirname}/../src/$1` }],
  },
})
