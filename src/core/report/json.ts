import type { Verdict } from '../model.ts'

export const renderJson = (verdict: Verdict): string => `${JSON.stringify(verdict.gate)}\n`
