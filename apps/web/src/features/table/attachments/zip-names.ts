/** How files are called in an archive: no folders, nothing that a system refuses, and no name twice. */
// oxlint-disable-next-line no-control-regex -- those are among the characters that must not be in a name
const unfit = /[\u0000-\u001f\u007f/\\:*?"<>|]/g

/** Answers a name for each that it is given; those that differ in case alone count as the same. */
export function createZipNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const plain = fit(name)
    const [stem, ending] = cut(plain)
    let free = plain
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem} (${n})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}

function fit(name: string): string {
  const plain = name.replace(unfit, '_').replace(/[. ]+$/, '')
  return plain === '' ? 'file' : plain
}

/** The name, and its ending with the dot. */
function cut(name: string): [string, string] {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}
