import { readdirSync, readFileSync } from 'node:fs'

const dist = 'apps/web/dist'
const html = readFileSync(`${dist}/index.html`, 'utf8')

/** What the browser fetches before anything shows: all scripts and styles that the page itself names. */
const first = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path]) => `${dist}/${path}`)

const chunks = readdirSync(`${dist}/assets`)
  .filter((name) => name.endsWith('.js'))
  .map((name) => `${dist}/assets/${name}`)
  .filter((path) => !first.includes(path))

export default [
  { name: 'first load', path: first, limit: '280 kB', gzip: true },
  ...chunks.map((path) => ({
    name: path.replace(/.*\/(.*)-[\w-]{8}\.js$/, '$1'),
    path,
    limit: '130 kB',
    gzip: true,
  })),
]
