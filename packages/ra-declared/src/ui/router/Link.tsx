import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import type { To } from 'react-router-dom';
import { useHrefOf, useRouter } from './useRouter.ts';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Absolute address within the application. */
  to: To;
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Link to another page. Unlike react-router's `Link`, it doesn't re-render on each navigation, because
 * it doesn't accept relative addresses. This matters because a list has a link in each row.
 */
export function Link({ to, replace = false, state, onClick, children, ...anchor }: LinkProps) {
  const router = useRouter();
  const hrefOf = useHrefOf();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs(event)) return;
    event.preventDefault();
    // A link to the open page adds no history entry.
    const isHere = event.currentTarget.href === window.location.href;
    void router.navigate(to, { replace: replace || isHere, state });
  }

  return (
    <a {...anchor} href={hrefOf(to)} onClick={follow}>
      {children}
    </a>
  );
}

/** True for a plain click within this tab. The browser opens new tabs and windows itself. */
function isOurs({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = currentTarget;
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && (target === '' || target === '_self');
}
