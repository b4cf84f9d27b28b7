/**
 * The text form of a field: values are transmitted as text, flags as `true` and `false`, switches
 * as `1` and `0` (docs/specification/protection.md 4.1). Either form of a boolean is accepted from
 * a device.
 */
import { isClockTime } from '../clock-time.ts';
import {
  type FieldValue,
  type ProtectionField,
  TIMER_COMMANDS,
  type TimerCommand,
} from './field.ts';

const DECIMALS = { 1: 0, 0.1: 1, 0.01: 2 } as const;
const NUMBER = /^\d{1,9}(?:\.\d{1,6})?$/;
const DISABLED = ['00', 'FF', 'ff'];
const YES = ['true', '1'];
const NO = ['false', '0'];

/** Parses a text; returns undefined if it is invalid for the field's kind. Bounds are unchecked. */
export function readText(field: ProtectionField, text: string): FieldValue | undefined {
  switch (field.kind) {
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined;
    case 'flag':
    case 'switch':
      if (YES.includes(text)) return true;
      return NO.includes(text) ? false : undefined;
    case 'count':
    case 'delay':
      if (DISABLED.includes(text)) return null;
      return NUMBER.test(text) ? Number(text) : undefined;
    case 'time':
      return isClockTime(text) ? text : undefined;
    case 'timer-order':
      return TIMER_COMMANDS.find((_order, code) => String(code) === text);
  }
}

/** The canonical text of a value. */
export function writeText(field: ProtectionField, value: FieldValue): string {
  switch (field.kind) {
    case 'number':
      return (value as number).toFixed(DECIMALS[field.step]);
    case 'flag':
      return String(value);
    case 'switch':
      return value === true ? '1' : '0';
    case 'count':
      return value === null ? '00' : String(value).padStart(2, '0');
    case 'delay':
      return value === null ? '00' : String(value);
    case 'time':
      return value as string;
    case 'timer-order':
      return String(TIMER_COMMANDS.indexOf(value as TimerCommand));
  }
}
