class CreditAccount < ApplicationRecord
  belongs_to :user
end
