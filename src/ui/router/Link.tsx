import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { createPath, type To } from 'react-router-dom';
import { useRouter } from './ConsoleRouter.tsx';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Absolute address within the console. */
  to: To;
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * Link to another page of the console. Unlike react-router's `Link`, it doesn't re-render on each navigation, because
 * it doesn't accept relative addresses. This matters because a list has a link in each row.
 */
export function Link({ to, replace = false, state, onClick, children, ...anchor }: LinkProps) {
  const router = useRouter();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isOurs(event)) return;
    event.preventDefault();
    // A link to the open page adds no history entry.
    const isHere = event.currentTarget.href === window.location.href;
    void router.navigate(to, { replace: replace || isHere, state });
  }

  return (
    <a {...anchor} href={typeof to === 'string' ? to : createPath(to)} onClick={follow}>
      {children}
    </a>
  );
}

/** True for a plain click within this tab. The browser opens new tabs and windows itself. */
function isOurs({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = currentTarget;
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && (target === '' || target === '_self');
}
