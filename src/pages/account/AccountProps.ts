import type { OwnAccount } from '#shared/contract/ownAccount.ts';

/** What the sections of the page are given. */
export interface AccountProps {
  account: OwnAccount;
  /** Nothing can be changed, as while the console is shown as a role sees it. */
  isFixed: boolean;
}
