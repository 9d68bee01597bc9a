import { useId, type ComponentProps, type ReactNode } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  help?: string;
  /** What is wrong; it takes the place of the help. */
  problem: string | null;
  /** A button inside the field's right end. */
  end?: ReactNode;
  /** Below the input. */
  hint?: ReactNode;
}

/** A labelled input that says what it wants, or what is wrong with it. */
export function TextField({ label, help, problem, end, hint, ...input }: TextFieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          aria-invalid={problem !== null}
          {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
          required
          {...input}
        />
        {end}
      </div>
      {hint}
      {note !== undefined && (
        <p className={problem === null ? 'field-help' : 'field-problem'} id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
