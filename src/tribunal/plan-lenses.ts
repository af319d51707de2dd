/** The three lenses that vet a plan, each with what it asks (R-TRI-80). */
export const planLenses = [
  { id: 'effectiveness', asks: 'Will the plan reach its goal, and are its checks specific enough to fail?' },
  { id: 'followability', asks: 'Can a doer who sees nothing but this plan follow it step by step?' },
  { id: 'economy', asks: 'Is this the cheapest way that suffices?' },
] as const
