// What a terminal shows of a text with colours, as a page for each theme.
const THEMES = {
  light: {
    paper: '#ffffff',
    ink: '#1f2328',
    bar: '#f6f8fa',
    line: '#d1d9e0',
    31: '#cf222e',
    32: '#116329',
    33: '#7d4e00',
    36: '#0969da',
  },
  dark: {
    paper: '#0d1117',
    ink: '#f0f6fc',
    bar: '#151b23',
    line: '#3d444d',
    31: '#ff7b72',
    32: '#3fb950',
    33: '#d29922',
    36: '#58a6ff',
  },
}

const toEntities = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A code that is not known stops the picture: it would show what no terminal shows. */
function styleOf(codes, theme) {
  return [...codes]
    .map((code) => {
      if (code === '1') return 'font-weight:600'
      if (code === '2') return 'opacity:.65'
      if (code in theme) return `color:${theme[code]}`
      throw new Error(`no colour for the code ${code}`)
    })
    .join(';')
}

/** Select graphic rendition: what sets weight and colour. */
const SGR = new RegExp(`(${String.fromCharCode(27)}\\[[\\d;]*m)`)

/** @public: a test loads it. */
export function toSpans(text, name) {
  const theme = THEMES[name]
  const active = new Set()
  return text
    .replaceAll('\r\n', '\n')
    .split(SGR)
    .map((part) => {
      const sgr = SGR.exec(part)
      if (!sgr)
        return active.size === 0
          ? toEntities(part)
          : `<span style="${styleOf(active, theme)}">${toEntities(part)}</span>`
      for (const code of part.slice(2, -1).split(';'))
        if (code === '' || code === '0') active.clear()
        else active.add(code)
      return ''
    })
    .join('')
}

export function terminalPage(command, text, name) {
  const { paper, ink, bar, line } = THEMES[name]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>terminal</title><style>
body{margin:0;padding:16px;background:${paper}}
.box{display:inline-block;border:1px solid ${line};border-radius:6px;color:${ink};background:${paper}}
.head{padding:8px 16px;border-bottom:1px solid ${line};background:${bar};border-radius:6px 6px 0 0}
pre,.head{margin:0;font:13px/1.45 "DejaVu Sans Mono",ui-monospace,Menlo,Consolas,monospace}
pre{padding:12px 16px;max-width:100ch;white-space:pre-wrap;overflow-wrap:anywhere}
</style></head><body><div class="box"><div class="head">$ ${toEntities(command)}</div><pre>${toSpans(text, name)}</pre></div></body></html>`
}
