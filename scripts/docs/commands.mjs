// Table of the command line's commands.
export const commandTable = (commands) => [
  '| command | what it does | exit status |',
  '|---|---|---|',
  ...Object.entries(commands).map(
    ([name, { arguments: words, about, exit }]) => `| \`${[name, ...words].join(' ')}\` | ${about} | ${exit} |`,
  ),
]
