import { describe, expect, it } from 'vitest'
import { detectDialect } from './dialect.ts'

describe('detectDialect', () => {
  it.each([
    ['a,b,c\n1,2,3\n4,5,6\n', ','],
    ['a;b;c\n1,5;2,5;3,5\n4,1;5,2;6,3\n', ';'],
    ['a\tb\n1, x\t2\n3\t4, y\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['name,note\nx,"a;b;c;d"\ny,"e;f;g;h"\n', ','],
    ['one column\nhello, world\nbye\n', ','],
    ['a;b', ';'],
    ['', ','],
  ])('finds the separator of %j', (text, separator) => {
    expect(detectDialect(text).separator).toBe(separator)
  })

  it('finds single quotes only where they surround cells throughout', () => {
    expect(detectDialect("'a','b'\n'1','x, y'\n'2','z'\n").quote).toBe("'")
    expect(detectDialect("name,note\nO'Neil,it's\nD'Arcy,isn't\n").quote).toBe('"')
  })

  it('finds lines that end with a return alone', () => {
    expect(detectDialect('a,b\r1,2\r3,4\r').lineBreak).toBe('\r')
    expect(detectDialect('a,b\r\n1,2\r\n').lineBreak).toBe('\n')
  })

  it('finds them also where cells hold lines of their own', () => {
    expect(detectDialect('a,b\r1,"two\nlines"\r3,4\r').lineBreak).toBe('\r')
    expect(detectDialect('a,b\n1,"two\rlines"\n3,4\n').lineBreak).toBe('\n')
    expect(detectDialect('a,b\n1,two\rlines\n3,4\n').lineBreak).toBe('\n')
  })
})
