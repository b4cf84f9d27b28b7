import { useParams } from '@tanstack/react-router';

/** The device of the device page, by its address. */
export const useDeviceCode = (): string => useParams({ from: '/shell/devices/$code' }).code;
