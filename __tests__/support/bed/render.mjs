// A comment as GitHub shows it: to HTML in the order GitHub does it, and to PNG in both themes with Chromium (CHROMIUM or /usr/bin/chromium).
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { unified } from 'unified'
import remarkParse from 'remark-parse'
import remarkGfm from 'remark-gfm'
import remarkBreaks from 'remark-breaks'
import remarkGemoji from 'remark-gemoji'
import remarkRehype from 'remark-rehype'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'

const require = createRequire(import.meta.url)
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

// order as GitHub's pipeline: gfm (comments have hard breaks) -> raw html -> sanitise (hast-util-sanitize's default schema copies GitHub's)
export const toHtml = async m => String(await unified().use(remarkParse).use(remarkGfm).use(remarkBreaks).use(remarkGemoji).use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).use(rehypeSanitize, defaultSchema).use(rehypeStringify).process(m))

const page = (html, theme) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>c</title><style>${fs.readFileSync(require.resolve(`github-markdown-css/github-markdown-${theme}.css`), 'utf8')}
body{margin:0;padding:16px;background:${theme === 'dark' ? '#0d1117' : '#fff'}}
.box{max-width:1080px;border:1px solid ${theme === 'dark' ? '#3d444d' : '#d1d9e0'};border-radius:6px;font:14px -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
.head{padding:8px 16px;border-bottom:1px solid ${theme === 'dark' ? '#3d444d' : '#d1d9e0'};background:${theme === 'dark' ? '#151b23' : '#f6f8fa'};color:${theme === 'dark' ? '#9198a1' : '#59636e'};border-radius:6px 6px 0 0}
.head b{color:${theme === 'dark' ? '#f0f6fc' : '#1f2328'}} .markdown-body{padding:16px;font-size:14px}</style></head><body><div class="box"><div class="head"><b>github-actions</b> bot commented now</div><div class="markdown-body">${html}</div></div></body></html>`

// { light, dark }: the bytes of a PNG each, of what is in .box; `until`: down to the first such element, if it is there
export async function shoot(pageOf, { width = 900, until } = {}) {
  const { chromium } = await import('playwright-core'), shots = {}
  const b = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
  try {
    for (const theme of ['light', 'dark']) { const p = await b.newPage({ viewport: { width, height: 400 }, deviceScaleFactor: 1 }); await p.setContent(pageOf(theme)); shots[theme] = await upTo(p, until); await p.close() }
  } finally { await b.close() }
  return shots
}

async function upTo(p, until) {
  const box = p.locator('.box'), whole = await box.boundingBox(), last = until && await p.locator(until).first().boundingBox({ timeout: 1000 }).catch(() => null)
  return last ? p.screenshot({ fullPage: true, clip: { ...whole, height: last.y + last.height + 12 - whole.y } }) : box.screenshot()
}

export async function toPng(m, options) {
  const html = await toHtml(m)
  return shoot(theme => page(html, theme), options)
}
