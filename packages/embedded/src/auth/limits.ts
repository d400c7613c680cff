/** Every number of the auth service in one place, with its reason. Times are in seconds. */
export const limits = {
  /** Mail links and codes; the hosted default. */
  mailTokenTtl: 3600,
  /** Between the redirect with `?code=` and its exchange; the hosted default. */
  authCodeTtl: 300,
  /** Parallel tabs and retries may present a refresh token again for this long; the hosted default. */
  refreshReuseInterval: 10,
  /** Wrong guesses at one code of 6 digits before it dies: a chance of 1 in 200,000. */
  codeAttempts: 5,
  codeDigits: 6,
  passwordMinLength: 8,
  /** bcrypt reads no further. */
  passwordMaxBytes: 72,
  /** The hosted default; about 60 ms of one core. */
  bcryptCost: 10,
  emailMaxLength: 255,
  bodyMaxBytes: 1 << 20,
  usersPerPage: 50,
  usersPerPageMax: 1000,
  /** Answers that must not tell known from unknown addresses are held at least this long, in ms. */
  uniformAnswerMs: 60,
} as const

/** Requests per window, per address or IP. The hosted defaults. */
export const rates = {
  signUp: { limit: 30, windowSeconds: 300 },
  anonymous: { limit: 30, windowSeconds: 3600 },
  password: { limit: 30, windowSeconds: 300 },
  refresh: { limit: 150, windowSeconds: 300 },
  verify: { limit: 30, windowSeconds: 300 },
  mailRoutes: { limit: 30, windowSeconds: 300 },
  userUpdate: { limit: 30, windowSeconds: 300 },
  /** One mail of a kind per address and minute. */
  mailToAddress: { limit: 1, windowSeconds: 60 },
} as const

export type Rate = (typeof rates)[keyof typeof rates]
