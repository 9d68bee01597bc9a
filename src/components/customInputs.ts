import type { ComponentType } from 'react';
import type { InputKey } from '#shared/declaration/keys.ts';
import type { FieldInputProps } from '#console/fieldTypes/inputs/FieldInputProps.ts';
import { RadioInput } from '#console/fieldTypes/inputs/RadioInput.tsx';

/** What a field's `input` names. A key without an entry does not compile. */
export const customInputs: Record<InputKey, ComponentType<FieldInputProps>> = { radio: RadioInput };
