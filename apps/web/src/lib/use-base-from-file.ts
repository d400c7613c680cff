import { type BaseId, uuidV7, type WorkspaceId } from '@plinth/domain'
import { toast } from '../ui/Toast.tsx'
import { useBackend } from './backend-context.ts'
import { suggestedRegion } from './region.ts'
import { useSessionCache } from './session-cache.ts'

/** Makes a base named after a file, for what is in it. Answers null after saying why it could not. */
export function useBaseFromFile(workspace: WorkspaceId): (fileName: string) => Promise<BaseId | null> {
  const backend = useBackend()
  const cache = useSessionCache()
  return async (fileName) => {
    const id = uuidV7() as BaseId
    const result = await backend.bases.create({
      id,
      workspace,
      name: nameFromFile(fileName),
      hue: 'teal',
      ...suggestedRegion(),
    })
    if (!result.ok) {
      toast.error(result.error)
      return null
    }
    await cache.refresh()
    return id
  }
}

/** `world_cities-2024.csv` → `World cities 2024`. */
export function nameFromFile(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-.]+/g, ' ')
    .trim()
  if (words === '') return 'New base'
  return (words.charAt(0).toLocaleUpperCase() + words.slice(1)).slice(0, 120)
}
