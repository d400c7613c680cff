/** Who and what the studio of the demo works with. Days count from the Monday of the week in which it is furnished. */
import type { MoodName } from './scene.ts'

export interface StudioFilm {
  readonly title: string
  readonly code: string
  readonly stage: 'Development' | 'Pre-production' | 'Production' | 'Post' | 'Delivered'
  readonly mood: MoodName
  readonly director: string
  readonly producer: string
  readonly shooting: number
  readonly delivery: number
  /** In euros. */
  readonly budget: number
  readonly logline: string
  /** How each looks. */
  readonly sequences: Readonly<Record<string, MoodName>>
}

export const people: readonly (readonly [name: string, role: string, rate: number])[] = [
  ['Ines Kaya', 'Director', 780],
  ['Tomasz Wolski', 'Director', 760],
  ['Maud Delacroix', 'Producer', 720],
  ['Jonas Lindqvist', 'Producer', 700],
  ['Priya Raman', 'Compositor', 520],
  ['Luca Ferri', 'Compositor', 500],
  ['Hanna Vogel', 'Animator', 480],
  ['Samir Haddad', 'Animator', 490],
  ['Yuki Tanaka', 'Matte painter', 540],
  ['Grace Mbeki', 'Lighting', 510],
  ['Oskar Nyman', 'Editor', 560],
  ['Elif Demir', 'Sound', 530],
]

/** Who works on shots. */
export const artists = [
  'Priya Raman',
  'Luca Ferri',
  'Hanna Vogel',
  'Samir Haddad',
  'Yuki Tanaka',
  'Grace Mbeki',
]

export const films: readonly StudioFilm[] = [
  {
    title: 'Salt Line',
    code: 'SL',
    stage: 'Production',
    mood: 'sea',
    director: 'Ines Kaya',
    producer: 'Maud Delacroix',
    shooting: -35,
    delivery: 70,
    budget: 1_850_000,
    logline: 'A harbour pilot finds that the chart of her own coast has been wrong for a hundred years.',
    sequences: { Harbour: 'dawn', Storm: 'sea', Lighthouse: 'dusk' },
  },
  {
    title: 'Paper Moons',
    code: 'PM',
    stage: 'Post',
    mood: 'night',
    director: 'Tomasz Wolski',
    producer: 'Jonas Lindqvist',
    shooting: -90,
    delivery: 24,
    budget: 420_000,
    logline: 'Two brothers build a planetarium in a closed-down laundry.',
    sequences: { Laundry: 'forest', 'Night sky': 'night' },
  },
  {
    title: 'The Orchard',
    code: 'OR',
    stage: 'Pre-production',
    mood: 'forest',
    director: 'Ines Kaya',
    producer: 'Jonas Lindqvist',
    shooting: 28,
    delivery: 182,
    budget: 960_000,
    logline: 'The last harvest of a family farm, told backwards, tree by tree.',
    sequences: { Harvest: 'forest' },
  },
  {
    title: 'Ember Street',
    code: 'ES',
    stage: 'Development',
    mood: 'dusk',
    director: 'Tomasz Wolski',
    producer: 'Maud Delacroix',
    shooting: 119,
    delivery: 301,
    budget: 2_400_000,
    logline: 'One night, one street, seven households and a power cut.',
    sequences: {},
  },
  {
    title: 'First Light',
    code: 'FL',
    stage: 'Delivered',
    mood: 'dawn',
    director: 'Ines Kaya',
    producer: 'Maud Delacroix',
    shooting: -230,
    delivery: -40,
    budget: 310_000,
    logline: 'A documentary about those who work while a city sleeps.',
    sequences: {},
  },
]

export interface StudioShot {
  readonly code: string
  readonly film: StudioFilm
  readonly sequence: string
  readonly mood: MoodName
  readonly state: 'To do' | 'In progress' | 'In review' | 'Approved' | 'On hold'
  readonly artist: string
  readonly start: number
  readonly due: number
  readonly frames: number
  readonly effort: number
  /** Code of the shot that comes before it. */
  readonly after: string | null
}

const shotsPerSequence = 6

/** Six shots a sequence in two chains, from three weeks ago until some weeks from now. */
export const shots: readonly StudioShot[] = films.flatMap((film) =>
  Object.entries(film.sequences).flatMap((sequence, at) => shotsOf(film, sequence, at)),
)

function shotsOf(film: StudioFilm, [sequence, mood]: readonly [string, MoodName], at: number): StudioShot[] {
  const made: StudioShot[] = []
  for (let index = 0; index < shotsPerSequence; index += 1) {
    const turn = at * shotsPerSequence + index + film.code.charCodeAt(0)
    const before = index % 3 === 0 ? null : made[index - 1]!
    const start = before ? before.due + 1 + (turn % 2) : firstDay(film) + at * 7 + index * 2
    const due = start + 3 + (turn % 4) * 2
    made.push({
      code: `${film.code}-${(at + 1) * 10}-${String((index + 1) * 10).padStart(3, '0')}`,
      film,
      sequence,
      mood,
      state: stateOf(start, due, turn),
      artist: artists[turn % artists.length]!,
      start,
      due,
      frames: 48 + ((turn * 37) % 11) * 24,
      effort: 1 + (turn % 5),
      after: before?.code ?? null,
    })
  }
  return made
}

function firstDay({ stage }: StudioFilm): number {
  if (stage === 'Post') return -26
  return stage === 'Production' ? -18 : 14
}

function stateOf(start: number, due: number, turn: number): StudioShot['state'] {
  if (turn % 11 === 5) return 'On hold'
  if (due < -2) return 'Approved'
  if (due < 4) return 'In review'
  return start <= 2 ? 'In progress' : 'To do'
}

export interface StudioBooking {
  readonly what: string
  readonly room: 'Stage A' | 'Stage B' | 'Grading suite' | 'Mix room' | 'Camera kit'
  readonly film: string
  readonly day: number
  readonly from: number
  readonly hours: number
  readonly isConfirmed: boolean
}

/** Two weeks of bookings around the day on which the studio is furnished. */
export const bookings: readonly StudioBooking[] = [
  ['Harbour set, build', 'Stage A', 'Salt Line', -7, 8, 9, true],
  ['Harbour set, day 1', 'Stage A', 'Salt Line', 0, 7, 5, true],
  ['Harbour set, day 2', 'Stage A', 'Salt Line', 1, 7, 4, true],
  ['Harbour set, strike', 'Stage A', 'Salt Line', 2, 8, 4, true],
  ['Camera tests', 'Camera kit', 'The Orchard', 0, 13, 3, false],
  ['Grade reel 1', 'Grading suite', 'Paper Moons', 0, 9, 6, true],
  ['Grade reel 2', 'Grading suite', 'Paper Moons', 2, 9, 8, true],
  ['Grade reel 3', 'Grading suite', 'Paper Moons', 3, 9, 4, true],
  ['Grade, spare', 'Grading suite', 'Paper Moons', 4, 13, 4, false],
  ['Foley', 'Mix room', 'Paper Moons', 1, 9, 6, true],
  ['Premix', 'Mix room', 'Paper Moons', 3, 13, 4, true],
  ['Final mix', 'Mix room', 'Paper Moons', 8, 9, 9, true],
  ['Casting', 'Stage B', 'The Orchard', 1, 12, 4, true],
  ['Costume fitting', 'Stage B', 'The Orchard', 2, 14, 3, false],
  ['Miniature: lighthouse', 'Stage B', 'Salt Line', 3, 8, 10, true],
  ['Miniature: lighthouse', 'Stage B', 'Salt Line', 4, 8, 10, true],
  ['Storm plates', 'Camera kit', 'Salt Line', 8, 5, 14, true],
  ['Water tank', 'Stage A', 'Salt Line', 9, 8, 10, true],
  ['Water tank', 'Stage A', 'Salt Line', 10, 8, 10, false],
  ['Table read', 'Stage B', 'Ember Street', 10, 15, 3, false],
  ['Screening for the crew', 'Grading suite', 'Paper Moons', 11, 17, 2, true],
].map(([what, room, film, day, from, hours, isConfirmed]) => ({
  what,
  room,
  film,
  day,
  from,
  hours,
  isConfirmed,
})) as StudioBooking[]

export interface StudioInvoice {
  readonly supplier: string
  readonly film: string
  readonly issued: number
  readonly due: number
  /** In euros. */
  readonly amount: number
  readonly state: 'Received' | 'Checked' | 'Paid'
}

const suppliers = [
  'Harbour Scaffolding',
  'Lumen Rentals',
  'Atlas Transport',
  'North Sea Catering',
  'Foley & Sons',
  'Cloudfarm Rendering',
]
const invoiced = ['Salt Line', 'Paper Moons', 'The Orchard', 'Salt Line', 'First Light']

/** About one in six days of the last half year, more of them and larger ones while a film is shot. */
export const invoices: readonly StudioInvoice[] = Array.from({ length: 30 }, (_, index) => {
  const issued = -176 + index * 6 + ((index * 5) % 4)
  const isShooting = issued > -90 && issued < -30
  const state = issued < -50 || index % 7 === 3 ? 'Paid' : issued < -20 ? 'Checked' : 'Received'
  return {
    supplier: suppliers[Math.floor((index * 5) / 3) % suppliers.length]!,
    film: invoiced[(index * 3) % invoiced.length]!,
    issued,
    due: issued + 30,
    amount: (640 + ((index * 7919) % 97) * 145) * (isShooting ? 2 : 1),
    state,
  }
})
