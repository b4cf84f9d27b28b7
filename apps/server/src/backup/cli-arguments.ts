/** Parses the arguments of the commands `backup` and `restore`. */
import { resolve } from 'node:path';
import { type OperatorCommand, operatorCommand } from '../config/operator-command.ts';
import { StartError } from '../storage/start-error.ts';

/** Returns the single file, resolved against the caller's folder, and the allowed options. */
export function fileAndOptions(
  command: OperatorCommand,
  parameters: string,
  allowed: readonly string[],
): { readonly file: string; readonly options: ReadonlySet<string> } {
  const given = process.argv.slice(2);
  const options = given.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2));
  const [file, ...others] = given.filter((arg) => !arg.startsWith('--'));
  const isWrong = options.some((option) => !allowed.includes(option)) || others.length > 0;
  if (file === undefined || isWrong) {
    throw new StartError(`Usage: ${operatorCommand(command, parameters)}`);
  }
  // npm runs from the project's folder and passes the caller's folder in INIT_CWD.
  return { file: resolve(process.env.INIT_CWD ?? '.', file), options: new Set(options) };
}
