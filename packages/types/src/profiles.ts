export {
  type DeploymentProfile,
  defineProfile,
  type ProfileData,
  type ProfileResult,
  type ProfileSchema,
  type ProfileTypes,
} from './profiles/define-profile.ts';
