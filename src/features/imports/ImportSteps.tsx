import { Step, StepLabel, Stepper } from '@mui/material';
import { useFormatContext } from '@merchant-console/ra-declared';

const STEPS = ['file', 'columns', 'check', 'result'] as const;
export type ImportStep = (typeof STEPS)[number];

/** How far an import is. */
export function ImportSteps({ step, isDone = false }: { step: ImportStep; isDone?: boolean }) {
  const { translate } = useFormatContext();
  const active = STEPS.indexOf(step) + (isDone ? 1 : 0);
  return (
    <Stepper
      component="ol"
      activeStep={active}
      alternativeLabel
      aria-label={translate('importing.progress')}
      sx={{ p: 0, m: 0, maxWidth: 720, listStyle: 'none' }}
    >
      {STEPS.map((one) => (
        <Step key={one} component="li" aria-current={one === step && !isDone ? 'step' : undefined} sx={{ px: 0.5 }}>
          <StepLabel>{translate(`importing.steps.${one}`)}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
