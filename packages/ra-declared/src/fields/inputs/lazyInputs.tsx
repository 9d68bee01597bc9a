import type { ComponentType } from 'react';
import { lazy, type LazyComponent } from '../../ui/loading/lazy.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import type { PlainInputProps } from './plainInput.tsx';

/** Choices as radio buttons. */
export const LazyRadioInput = lazy(async () => (await import('../choice/RadioInput.tsx')).RadioInput);

/** An input of react-admin, or one made of its parts, as the input of a declared field. */
export function lazyInput(load: () => Promise<ComponentType<PlainInputProps>>): LazyComponent<FieldInputProps> {
  return lazy(async () => {
    // Separate from the lists' code, which needs nothing of forms.
    const [{ plainInput }, Input] = await Promise.all([import('./plainInput.tsx'), load()]);
    return plainInput(Input);
  });
}
