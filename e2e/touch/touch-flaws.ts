/** What is too small for a finger or cut off at an edge. Runs in the page, so that it may use nothing from outside. */
/* oxlint-disable unicorn/consistent-function-scoping */
export function touchFlaws(): string[] {
  const least = 44
  const scope = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body
  const styleOf = (element: Element) => getComputedStyle(element)
  const nameOf = (element: Element) =>
    `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
  /** Drawn, larger than what is meant for screen readers alone, and not scrolled away at the top. */
  const isThere = (element: Element) => {
    const { width, height, bottom } = element.getBoundingClientRect()
    const isHidden = element.closest('[aria-hidden=true], [inert]') !== null
    return !isHidden && element.checkVisibility() && width > 1 && height > 1 && bottom > 0
  }
  /** Within a sentence, a control is as high as its line. */
  const isInSentence = (element: Element) =>
    /^inline(-block)?$/.test(styleOf(element).display) &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (one) => one instanceof Text && one.data.trim() !== '',
    )
  /** It takes the focus to be scrolled by keys; nobody aims at it. */
  const isScroller = (element: Element) => /auto|scroll/.test(styleOf(element).overflowY)
  const scrollsSideways = (element: Element): boolean => {
    const parent = element.parentElement
    if (parent === null) return false
    const isScrolled =
      /auto|scroll/.test(styleOf(parent).overflowX) && parent.scrollWidth > parent.clientWidth
    return isScrolled || scrollsSideways(parent)
  }

  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, [role=menuitem], [role=option], [role=tab], [tabindex="0"]'
  const targets = [...scope.querySelectorAll(controls)].flatMap((element) => {
    // What hides its own box is as large as the label around it.
    const target = element.closest('label') ?? element
    return isThere(target) && !isInSentence(element) && !isScroller(element) ? [target] : []
  })
  const small = targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isSmall = width < least - 0.5 || height < least - 0.5
    return isSmall ? [`${nameOf(target)} is ${Math.round(width)} × ${Math.round(height)} px`] : []
  })
  const cut = targets.flatMap((target) => {
    const { left, right } = target.getBoundingClientRect()
    return (left < 0 || right > innerWidth) && !scrollsSideways(target)
      ? [`${nameOf(target)} is cut off`]
      : []
  })
  // Values of people may end in dots; what the app says itself must be there to its end.
  const words = scope.querySelectorAll('button, button *, [role=tab] *, h1, h2, h3, label, legend, p')
  const dotted = [...words].flatMap((element) => {
    const isOwn = element.closest('li, [data-testid]') === null
    const isClipped =
      element.scrollWidth > element.clientWidth + 1 && styleOf(element).overflowX !== 'visible'
    return isOwn && isClipped && isThere(element) ? [`${nameOf(element)} ends in dots`] : []
  })
  return [...small, ...cut, ...dotted]
}
