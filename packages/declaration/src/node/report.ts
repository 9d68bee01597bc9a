import { styleText } from 'node:util';
import type { Problem } from '../check/Problem.ts';
import { problemText } from '../check/problemText.ts';
import type { Translate } from '../texts/translator.ts';

/** How `resources check` prints problems; `github` annotates the changed lines in a pull request. */
export const REPORT_FORMATS = ['text', 'json', 'github'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export function isReportFormat(format: string): format is ReportFormat {
  return REPORT_FORMATS.some((known) => known === format);
}

interface Report {
  /** Number of files checked. */
  files: number;
  ms: number;
  problems: readonly Problem[];
}

interface Look {
  format: ReportFormat;
  colors: boolean;
  translate: Translate;
}

export function reportLines(report: Report, { format, colors, translate }: Look): string[] {
  const { problems } = report;
  if (format === 'json') return [jsonReport(report, translate)];
  if (format === 'github')
    return [...problems.map((problem) => annotation(problem, translate)), summary(report, false)];
  return [...problems.map((problem) => problemLine(problem, translate, colors)), summary(report, colors)];
}

function jsonReport({ files, problems }: Report, translate: Translate): string {
  const worded = problems.map(({ id, severity, file, line, column, pointer, suggestion, ...rest }) => {
    const message = problemText({ id, suggestion, ...rest }, translate);
    return { id, severity, file, line, column, pointer, message, ...(suggestion === undefined ? {} : { suggestion }) };
  });
  const counts = { errors: numberOf(problems, 'error'), warnings: numberOf(problems, 'warning') };
  return JSON.stringify({ files, ...counts, problems: worded }, null, 2);
}

/** `resources/suppliers.json:7:15 R012 …`, a format that terminals and editors turn into a link. */
export function problemLine(problem: Problem, translate: Translate, colors = false): string {
  const { file, line, column, id, severity } = problem;
  const isWarning = severity === 'warning';
  const place = `${file}:${line}:${column}`;
  const mark = `${id}${isWarning ? ' warning:' : ''}`;
  const text = problemText(problem, translate);
  if (!colors) return `${place} ${mark} ${text}`;
  return `${styleText('cyan', place)} ${styleText(isWarning ? 'yellow' : 'red', mark)} ${text}`;
}

/** A GitHub Actions workflow command. */
function annotation(problem: Problem, translate: Translate): string {
  const { file, line, column, id, severity } = problem;
  const place = `file=${escapedProperty(file)},line=${line},col=${column},title=${id}`;
  return `::${severity} ${place}::${escapedData(problemText(problem, translate))}`;
}

const escapedData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string) => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function summary({ files, ms, problems }: Report, colors: boolean): string {
  const [errors, warnings] = [numberOf(problems, 'error'), numberOf(problems, 'warning')];
  const line = `${many(files, 'file')} checked in ${ms} ms: ${many(errors, 'error')}, ${many(warnings, 'warning')}.`;
  if (!colors) return line;
  const color = errors > 0 ? 'red' : 'green';
  return styleText(color, line);
}

function numberOf(problems: readonly Problem[], severity: Problem['severity']): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
