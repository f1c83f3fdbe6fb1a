class VipRedemption < ApplicationRecord; end
