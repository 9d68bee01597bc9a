import { useEffect, useState } from 'react';
import type { Field } from '#shared/declaration/fieldSchema.ts';
import { customInputs } from '#console/components/customInputs.ts';
import type { FieldInputProps } from './inputs/FieldInputProps.ts';
import type { OnDemand } from '#console/loading/onDemand.tsx';

/**
 * Fetches the code of inputs that fields name, and tells whether it is there: a form that grew by one input after
 * another would move under the hands of whoever types. What can't be fetched the input itself says.
 */
export function useFetchedInputs(fields: readonly Field[]): boolean {
  // A form has the same fields for as long as it is open.
  const [late] = useState(() => fields.flatMap(lateInputOf));
  const [isFetched, setFetched] = useState(late.length === 0);
  useEffect(() => {
    void Promise.allSettled(late.map((Input) => Input.fetch())).then(() => setFetched(true));
  }, [late]);
  return isFetched;
}

function lateInputOf({ input }: Field): OnDemand<FieldInputProps>[] {
  const Input = input && customInputs[input];
  return Input && 'isFetched' in Input && !Input.isFetched() ? [Input] : [];
}
