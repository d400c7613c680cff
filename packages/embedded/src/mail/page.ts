/** The mailbox page: a list and the open message, without a build step and without outside resources. */
import type { StoredMail } from './mailbox.ts'
import { escapeHtml } from './templates.ts'

export interface MailboxView {
  mails: readonly StoredMail[]
  /** The message asked for; the newest is shown otherwise. */
  shownId: string | undefined
  /** Where the page is mounted. */
  path: string
  /** Allows the script under the page's content policy. */
  nonce: string
}

export function renderMailboxPage(view: MailboxView): string {
  const shown = view.mails.find((mail) => mail.id === view.shownId) ?? view.mails[0]
  const latest = view.mails[0]?.id ?? ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mailbox (${view.mails.length}) · Plinth</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1>Mailbox</h1>
  <p>Mails of this machine's Plinth. Nothing here left it.</p>
</header>
<main>${shown ? renderBoth(view, shown) : EMPTY}</main>
<script nonce="${view.nonce}">${script(view.path, latest)}</script>
</body>
</html>
`
}

const EMPTY = `<section class="empty">
  <h2>No mail yet</h2>
  <p>Sign up or ask for a sign-in link: the mail appears here by itself.</p>
</section>`

function renderBoth(view: MailboxView, shown: StoredMail): string {
  const items = view.mails.map((mail) => renderItem(view.path, mail, mail.id === shown.id)).join('\n')
  return `<nav aria-label="Messages"><ol>\n${items}\n</ol></nav>
<article>
  <div class="head">
    <h2>${escapeHtml(shown.subject)}</h2>
    <p><span>To</span> ${escapeHtml(shown.to)} <span aria-hidden="true">·</span> ${renderTime(shown.sentAt)}</p>
  </div>
  <iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(shown.html)}"></iframe>
  <details><summary>Plain text</summary><pre>${escapeHtml(shown.text)}</pre></details>
</article>`
}

function renderItem(path: string, mail: StoredMail, isShown: boolean): string {
  const current = isShown ? ' aria-current="true"' : ''
  return `<li><a href="${escapeHtml(path)}?message=${encodeURIComponent(mail.id)}"${current}>
<strong>${escapeHtml(mail.subject)}</strong><span>${escapeHtml(mail.to)}</span>${renderTime(mail.sentAt)}</a></li>`
}

const renderTime = (iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(iso.slice(0, 16).replace('T', ' '))} UTC</time>`

/** Looks for a newer message every two seconds while the page is visible; shows times in local time. */
function script(path: string, latest: string): string {
  const known = JSON.stringify({ path, latest }).replaceAll('<', '\\u003c')
  return `
const known = ${known}
for (const time of document.querySelectorAll('time')) {
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
setInterval(async () => {
  if (document.hidden) return
  const answer = await fetch(known.path.replace(/\\/$/, '') + '/messages.json').catch(() => null)
  if (!answer || !answer.ok) return
  const { messages } = await answer.json()
  if ((messages[0]?.id ?? '') !== known.latest) location.assign(known.path)
}, 2000)
`
}

const STYLE = `
:root {
  --paper: #fbfaf8; --surface: #ffffff; --line: #e7e3dd; --ink: #1c1917; --quiet: #6f6a63;
  --accent: #0f766e; --chosen: #e6f2f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141210; --surface: #1c1917; --line: #3a3530; --ink: #f5f2ee; --quiet: #a8a29a;
    --accent: #2dd4bf; --chosen: #16302d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 13px/20px Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;
}
h1, h2, p, ol { margin: 0; padding: 0; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 12px; padding: 12px 24px; border-bottom: 1px solid var(--line); }
h1 { font-size: 15px; font-weight: 600; line-height: 20px; }
header p, article .head p, li span, time { color: var(--quiet); }
main { flex: 1; display: grid; grid-template-columns: minmax(260px, 360px) 1fr; min-height: 0; }
nav { border-right: 1px solid var(--line); overflow-y: auto; max-height: calc(100vh - 45px); }
ol { list-style: none; padding: 8px; }
li a {
  display: grid; gap: 0; padding: 8px 12px; border-radius: 6px; color: inherit; text-decoration: none;
  overflow-wrap: anywhere;
}
li a:hover { background: var(--surface); }
li a[aria-current] { background: var(--chosen); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
li strong { font-weight: 600; }
time { font-size: 12px; font-variant-numeric: tabular-nums; }
article { display: flex; flex-direction: column; min-width: 0; max-height: calc(100vh - 45px); }
article .head { padding: 24px 24px 16px; overflow-wrap: anywhere; }
h2 { font-size: 20px; font-weight: 600; line-height: 28px; }
iframe { flex: 1; min-height: 420px; width: 100%; border: 0; border-top: 1px solid var(--line); background: var(--paper); }
details { border-top: 1px solid var(--line); padding: 12px 24px; overflow-y: auto; max-height: 40vh; }
summary { color: var(--quiet); cursor: pointer; }
pre { margin: 8px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/20px ui-monospace, Menlo, Consolas, monospace; }
.empty { grid-column: 1 / -1; align-self: center; justify-self: center; padding: 48px 24px; text-align: center; }
.empty p { margin-top: 8px; color: var(--quiet); }
@media (max-width: 720px) {
  main { grid-template-columns: 1fr; }
  nav { border-right: 0; border-bottom: 1px solid var(--line); max-height: 40vh; }
  article { max-height: none; }
  iframe { min-height: 600px; }
  li a { padding: 12px; }
}
`
