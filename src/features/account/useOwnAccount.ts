import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ownAccount, type OwnAccount } from '#shared/contract/account.ts';
import { useApi } from '#console/api/createApi.ts';

const KEY = ['ownAccount'];

export function useOwnAccount() {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(ownAccount, { signal }),
    // Another user, or the user in another tab, may have changed it.
    refetchOnMount: 'always',
  });
}

/** Stores the account from a call's response, or refetches it if there is none. */
export function useKeepAccount(): (account?: OwnAccount) => void {
  const client = useQueryClient();
  return (account) => {
    if (account) client.setQueryData(KEY, account);
    else void client.invalidateQueries({ queryKey: KEY });
  };
}

/** Props of the page's sections. */
export interface AccountProps {
  account: OwnAccount;
  /** True if nothing can be changed, for example while the console is previewed as another role. */
  isFixed: boolean;
}
