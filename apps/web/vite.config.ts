import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Sonner inserts its rules as an inline style, which a strict content policy refuses; `ui/toast.css` imports them. */
function withoutInlineToastStyles(): Plugin {
  return {
    name: 'plinth:without-inline-toast-styles',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs/ },
      handler(code) {
        return {
          code: code.replace('function __insertCSS(code) {', 'function __insertCSS(code) { return;'),
          map: null,
        }
      },
    },
  }
}

export default defineConfig({
  plugins: [withoutInlineToastStyles(), tailwind(), react(), babel({ presets: [reactCompilerPreset()] })],
  // Nothing is inlined as `data:`: the content policy of the app allows its own origin only.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
})
