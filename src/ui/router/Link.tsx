import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { createPath, type To } from 'react-router-dom';
import { useRouter } from './ConsoleRouter.tsx';

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
  const router = useRouter();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs(event)) return;
    event.preventDefault();
    // The page that is open is no second step of the history.
    const isHere = event.currentTarget.href === window.location.href;
    void router.navigate(to, { replace: replace || isHere, state });
  }

  return (
    <a {...anchor} href={typeof to === 'string' ? to : createPath(to)} onClick={follow}>
      {children}
    </a>
  );
}

/** A new tab or window is the browser's own matter. */
function isOurs({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = currentTarget;
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && (target === '' || target === '_self');
}
