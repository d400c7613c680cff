import { NoticePage } from '../features/frame/NoticePage.tsx'
import { paths } from '../lib/paths.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { LostDrawing } from '../ui/Drawings.tsx'

export function NotFoundPage() {
  useTitle('Not found')
  return (
    <NoticePage
      drawing={<LostDrawing />}
      title="There is nothing here"
      actions={
        <ButtonLink href={paths.home()} variant="primary">
          Go to your workspace
        </ButtonLink>
      }
    >
      The address may be mistyped, what stood here may have been deleted, or you have no access to it.
    </NoticePage>
  )
}
