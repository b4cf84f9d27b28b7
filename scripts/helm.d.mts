export interface InstalledHelm {
  readonly version: string;
  readonly program: string;
}

export declare function installedHelms(): InstalledHelm[];
export declare function installHelm(): Promise<void>;
