import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { followSystemTheme } from './lib/theme.ts'
import { RefusedError } from './lib/unwrap.ts'

followSystemTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root, {
  // A refusal is shown by the page that met it; the console is for bugs.
  onCaughtError(error, { componentStack }) {
    if (!(error instanceof RefusedError)) console.error(error, componentStack)
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
