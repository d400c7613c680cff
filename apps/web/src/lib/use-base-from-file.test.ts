import { describe, expect, it } from 'vitest'
import { nameFromFile } from './use-base-from-file.ts'

describe('nameFromFile', () => {
  it.each([
    ['world_cities-2024.csv', 'World cities 2024'],
    ['airports.csv', 'Airports'],
    ['éclairs.json', 'Éclairs'],
    ['.csv', 'New base'],
    ['export.2024.final.csv', 'Export 2024 final'],
  ])('makes of %j the name %j', (file, name) => {
    expect(nameFromFile(file)).toBe(name)
  })
})
