import { appError, type FieldId, type SharedForm } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { sectionsOfShared, wordsForVisitors } from './shared-form.ts'

const form: SharedForm = {
  pace: 'page',
  captcha: null,
  sections: [
    {
      title: 'You',
      questions: [
        { field: 'q1' as FieldId, label: 'Name', type: 'text', options: {}, isRequired: true, value: 'A' },
        {
          field: 'q2' as FieldId,
          label: 'Links',
          type: 'link',
          options: {},
          isRequired: false,
          when: { field: 'q1' },
          isHidden: true,
          value: { count: 0, items: [] },
        },
      ],
    },
  ],
}

const busy = (seconds: number) => wordsForVisitors(appError('form_busy', { details: { seconds } }))

describe('a form of a link', () => {
  it('is asked as any other, without what it links by itself', () => {
    const [section] = sectionsOfShared(form)
    expect(section).toMatchObject({ id: '0', title: 'You', text: '' })
    expect(section!.questions).toMatchObject([
      { field: { id: 'q1', name: 'Name' }, isRequired: true, isHidden: false, value: 'A', help: '' },
      { field: { id: 'q2' }, isHidden: true, value: null, when: { field: 'q1' } },
    ])
    expect(section!.questions[0]).not.toHaveProperty('when')
  })

  it('says when it takes answers again, and sends nobody to people that they do not know', () => {
    expect(busy(20)).toMatch(/in a minute/)
    expect(busy(61)).toMatch(/in 2 minutes/)
    expect(wordsForVisitors(appError('rule_violated'))).not.toMatch(/creator/)
    expect(wordsForVisitors(appError('email_invalid'))).toBe(
      'This is not an e-mail address. It has the form name@example.com.',
    )
  })
})
