import { useQuery, useQueryClient } from '@tanstack/react-query';
import { account, type Account } from '#shared/contract/account.ts';
import { useApi } from '#console/api/createApi.ts';

const KEY = ['account'];

export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(account, { signal }),
    // Another user, or the user in another tab, may have changed it.
    refetchOnMount: 'always',
  });
}

/** Stores the account from a call's response, or refetches it if there is none. */
export function useKeepAccount(): (account?: Account) => void {
  const client = useQueryClient();
  return (changed) => {
    if (changed) client.setQueryData(KEY, changed);
    else void client.invalidateQueries({ queryKey: KEY });
  };
}

/** Props of the page's sections. */
export interface AccountProps {
  account: Account;
  /** True if nothing can be changed, for example while the console is previewed as another role. */
  isFixed: boolean;
}
