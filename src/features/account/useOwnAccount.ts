import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ownAccount, type OwnAccount } from '#shared/contract/ownAccount.ts';
import { useApi } from '#console/api/createApi.ts';

const KEY = ['ownAccount'];

export function useOwnAccount() {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(ownAccount, { signal }),
    // A colleague may have edited it, or another tab.
    refetchOnMount: 'always',
  });
}

/** Keeps what a call has answered, or, without one, asks again. */
export function useKeepAccount(): (account?: OwnAccount) => void {
  const client = useQueryClient();
  return (account) => {
    if (account) client.setQueryData(KEY, account);
    else void client.invalidateQueries({ queryKey: KEY });
  };
}

/** What the sections of the page are given. */
export interface AccountProps {
  account: OwnAccount;
  /** Nothing can be changed, as while the console is shown as a role sees it. */
  isFixed: boolean;
}
