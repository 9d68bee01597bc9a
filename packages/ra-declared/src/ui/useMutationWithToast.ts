import { useMutation, useQueryClient, type Mutation, type UseMutationOptions } from '@tanstack/react-query';
import { useId } from 'react';
import { useFailureToast } from './useFailureToast.ts';

/**
 * `useMutation` with failures shown as toasts, unless `onError` handles them. `mutate` does nothing while a call with
 * the same argument is running.
 */
export function useMutationWithToast<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const onError = useFailureToast();
  const queryClient = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ onError, ...options, mutationKey });
  return {
    ...mutation,
    mutate(variables: Variables) {
      // The second of two quick presses may come before the button is disabled.
      const predicate = ({ state }: Mutation) => state.variables === variables;
      if (queryClient.isMutating({ mutationKey, predicate }) === 0) mutation.mutate(variables);
    },
  };
}
