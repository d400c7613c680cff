import type { UserId } from '../ids.ts'
import type { Result } from '../result.ts'

export interface SignedIn {
  readonly userId: UserId
  readonly email: string
}

export type AuthEvent = 'signed_in' | 'signed_out' | 'recovery' | 'user_updated'

export interface AuthApi {
  /** The present session from storage, refreshed if needed; null when signed out. */
  current(): Promise<SignedIn | null>
  onChange(listener: (event: AuthEvent, session: SignedIn | null) => void): () => void
  signUp(input: {
    email: string
    password: string
    name: string
    redirectTo: string
  }): Promise<Result<{ confirmationSent: boolean }>>
  resendConfirmation(input: { email: string; redirectTo: string }): Promise<Result<null>>
  signIn(input: { email: string; password: string }): Promise<Result<SignedIn>>
  sendMagicLink(input: { email: string; redirectTo: string }): Promise<Result<null>>
  sendReset(input: { email: string; redirectTo: string }): Promise<Result<null>>
  /**
   * Completes a link from a mail: reads `code`, `token_hash` or an error from the callback's address. `isHalf`: the first of
   * the two confirmations of a new address; nothing has changed yet.
   */
  completeLink(url: string): Promise<Result<{ session: SignedIn; recovery: boolean; isHalf: boolean }>>
  changePassword(input: { password: string }): Promise<Result<null>>
  changeEmail(input: { email: string; redirectTo: string }): Promise<Result<null>>
  signOut(scope: 'local' | 'global' | 'others'): Promise<Result<null>>
}
