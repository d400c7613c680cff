import { useNavigate } from '@tanstack/react-router'
import { AccountSettings } from '../features/account/AccountSettings.tsx'
import { Page } from '../features/frame/Page.tsx'
import { useSession } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'

export default function AccountPage() {
  useTitle('Account')
  const { profile } = useSession()
  const navigate = useNavigate()
  return (
    <Page width="narrow" crumbs={[{ id: 'account', label: 'Account' }]} title="Account">
      <AccountSettings profile={profile} onSignedOut={() => void navigate({ to: '/sign-in' })} />
    </Page>
  )
}
