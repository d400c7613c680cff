import { useConnection } from '../lib/backend-context.ts'
import { paths } from '../lib/paths.ts'
import { Link } from '../ui/Link.tsx'

/** Which hosted project this is, and the way to another one; the embedded backend needs neither. */
export function ProjectNote() {
  const { project } = useConnection()
  if (project.embedded) return null
  return (
    <p className="mt-2 truncate text-xs">
      {new URL(project.url).host} · <Link href={paths.connect()}>Change project</Link>
    </p>
  )
}
