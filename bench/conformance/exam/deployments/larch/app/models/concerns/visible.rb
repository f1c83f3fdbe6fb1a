# Things that are private or public; users of the sandbox tier can not make them private.
module Visible
  extend ActiveSupport::Concern

  included { enum visibility: { private: 0, public: 1 }, _prefix: :visibility }

  def readable_by?(user)
    visibility == 'public' || (user && user.id == user_id)
  end
end
