declare global {
  interface Window {
    shownBareKeys: string[];
  }
}

/** Runs in the page before its scripts: collects in `shownBareKeys` texts and names that look like keys of a namespace, even for a moment. */
export function watchForBareKeys(namespaces: string[]): void {
  const key = new RegExp(`^(?:${namespaces.join('|')})(?:\\.\\w+)+$`);
  const found = new Set<string>();
  window.shownBareKeys = [];
  const look = (text: string | null) => {
    if (text === null || !key.test(text.trim()) || found.has(text)) return;
    found.add(text);
    window.shownBareKeys.push(text.trim());
  };
  const lookAt = (node: Node) => {
    if (node instanceof Text) look(node.data);
    if (!(node instanceof Element)) return;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) look(node.getAttribute(name));
    for (const child of node.childNodes) lookAt(child);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(lookAt);
      else lookAt(target);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
