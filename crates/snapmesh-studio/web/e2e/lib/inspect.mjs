// Looks at the page from within. Each function is sent to the page as it is, so it uses nothing from outside of itself.

/** Notes what gets the focus from now on. Gives how many elements there are that Tab should reach. */
export function followFocus() {
  const isHere = (element) => element.checkVisibility() && !element.closest('[inert]');
  const isStop = (element) => {
    if (element.disabled || element.tabIndex < 0) return false;
    // Of a group of radio buttons, Tab reaches the one that is chosen.
    if (element.type !== 'radio') return true;
    const group = [...document.getElementsByName(element.name)];
    return element.checked || (!group.some((radio) => radio.checked) && element === group[0]);
  };
  const canStop = 'a[href], button, input, select, textarea, summary, [tabindex]';
  window.stops = [...document.querySelectorAll(canStop)].filter((element) => isHere(element) && isStop(element));
  window.focused = new Map();
  const isMarked = (element) => element !== null && getComputedStyle(element).outlineStyle !== 'none';
  document.addEventListener('focusin', ({ target }) => {
    // What is drawn by others than the element itself is marked there.
    window.focused.set(target, [target, target.nextElementSibling, target.parentElement].some(isMarked));
  });
  document.activeElement?.blur();
  return window.stops.length;
}

/** What Tab did not reach, and what did not show that it had the focus. */
export function unfocused() {
  const nameOf = (element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;
  return {
    unreached: window.stops.filter((element) => element.isConnected && !window.focused.has(element)).map(nameOf),
    invisible: [...window.focused].filter(([, isMarked]) => !isMarked).map(([element]) => nameOf(element)),
  };
}

/** Texts with less contrast than 4.5 (3 if they are large) against what is behind them. */
export function faintTexts() {
  const numbers = (css) => css.match(/[\d.]+/g).map(Number);
  const light = (channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const over = (front, back) => back.map((value, index) => value + (front[index] - value) * (front[3] ?? 1));
  const groundOf = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(numbers(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((ground, layer) => over(layer, ground), [255, 255, 255]);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[disabled], .hidden, [aria-hidden=true], option');
  return [...document.body.querySelectorAll('*')].filter((element) => hasText(element) && isShown(element)).flatMap((element) => {
    const style = getComputedStyle(element);
    const ground = groundOf(element);
    const found = contrast(over(numbers(style.color), ground), ground);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return found < (isLarge ? 3 : 4.5) ? [`${element.className}: ${element.textContent.slice(0, 30)}: ${found.toFixed(2)}`] : [];
  });
}

/** What does not fit: a page that scrolls, controls beyond its edges, texts cut off or lying over each other in the top bar. */
export function misplaced() {
  const root = document.documentElement;
  const faults = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ['the page scrolls'] : [];
  const nameOf = (element) => element.getAttribute('aria-label') ?? element.textContent.slice(0, 40);
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  for (const element of shown('header *')) {
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) faults.push(`cut off: ${nameOf(element)}`);
  }
  for (const element of shown('header button, [role=toolbar] button, [role=tab], [role=group]')) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) faults.push(`beyond the edge: ${nameOf(element)}`);
  }
  const bar = shown('header button, header input, header select').map((element) => [nameOf(element), element.getBoundingClientRect()]);
  for (const [index, [name, box]] of bar.entries()) {
    for (const [other, next] of bar.slice(index + 1)) {
      const isOver = box.left < next.right - 1 && next.left < box.right - 1 && box.top < next.bottom - 1 && next.top < box.bottom - 1;
      if (isOver) faults.push(`one over the other: ${name}, ${other}`);
    }
  }
  return faults;
}
