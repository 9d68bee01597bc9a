import { use, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type To } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address within the console, from its root on. */
  to: To;
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Leads to another page of the console. Not drawn anew at each change of the address, as react-router's own is, which
 * also takes relative addresses: a list has a link in each row.
 */
export function Link({ to, replace = false, state, onClick, children, ...anchor }: LinkProps) {
  const { navigator } = use(NavigationContext);
  const href = navigator.createHref(to);

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs(event)) return;
    event.preventDefault();
    // The page that is open is no second step of the history.
    if (replace || event.currentTarget.href === window.location.href) navigator.replace(to, state);
    else navigator.push(to, state);
  }

  return (
    <a {...anchor} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** A new tab or window is the browser's own matter. */
function isOurs({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = currentTarget;
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && (target === '' || target === '_self');
}
